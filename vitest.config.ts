import { defineConfig, type ViteUserConfig as UserConfig } from 'vitest/config';

const config: UserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
export default config;
