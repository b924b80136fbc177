// Loaded into a process with --import: tells its peak of resident memory on stderr when it ends.
import { readFileSync } from 'node:fs';

process.on('exit', () => {
  console.error(`peak memory: ${(peakKilobytes() / 1024).toFixed(1)} MB`);
});

/** Linux counts into `maxRSS` what the process that forked this one had; its own peak stands in /proc. */
function peakKilobytes() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
