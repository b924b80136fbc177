import { excerpt } from '../core/printable.ts';
import { InputError } from '../core/problem.ts';

export interface EndpointParts {
  /** The environment variable that the base URL came from, for messages. */
  readonly variable: string;
  /** Overrides the rule: from the root when it begins with `/`, else below the base URL's own path. */
  readonly path: string | null;
  readonly query: Readonly<Record<string, string>>;
}

const versionSegment = /(?:^|\/)v\d+[a-z0-9]*(?=\/|$)/i;
const secretName = /key$|token|secret|passw|signature|^sig$|^auth|^code$|credential/i;

/**
 * Where a chat completion is asked of: a base URL gets `/v1/chat/completions`, one with a version segment in its path
 * `/chat/completions`, one that ends so is taken as it is.
 * @throws InputError for what is no http(s) URL, and for one that carries a secret
 */
export function endpointUrl(baseUrl: string, { variable, path, query }: EndpointParts): URL {
  const url = parse(baseUrl, variable);
  const base = url.pathname.replace(/\/+$/, '');
  if (path !== null) url.pathname = overridden(path, base);
  else if (base.endsWith('/chat/completions')) url.pathname = base;
  else url.pathname = `${base}${versionSegment.test(base) ? '' : '/v1'}/chat/completions`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  for (const name of url.searchParams.keys()) refuseSecret(name);
  url.hash = '';
  return url;
}

function parse(text: string, variable: string): URL {
  const source = text.trim();
  const shown = source.includes('@') ? '' : ` "${excerpt(source)}"`;
  const hint = `set ${variable} to something like http://127.0.0.1:8080`;
  if (!/^https?:\/\//i.test(source)) {
    const message = `the base URL${shown} in ${variable} must begin with http:// or https://`;
    throw new InputError({ code: 'TARGET_BAD_URL', message, hint });
  }
  let url: URL;
  try {
    url = new URL(source);
  } catch {
    throw new InputError({ code: 'TARGET_BAD_URL', message: `the base URL${shown} in ${variable} is no URL`, hint });
  }
  if (url.username !== '' || url.password !== '') {
    const message = `the base URL in ${variable} holds a user name or password, which would be written to files`;
    const way = 'take it out of the URL and send it as a header: headers_env';
    throw new InputError({ code: 'TARGET_URL_SECRET', message, hint: way });
  }
  return url;
}

function overridden(path: string, base: string): string {
  if (/[?#]/.test(path)) {
    const message = `targets.path "${excerpt(path)}" holds a query or fragment`;
    throw new InputError({ code: 'TARGET_BAD_URL', message, hint: 'write the query under targets.query' });
  }
  return path.startsWith('/') ? path : `${base}/${path}`;
}

function refuseSecret(name: string): void {
  if (!secretName.test(name)) return;
  const message = `the query parameter "${excerpt(name)}" looks like a key, and a URL is written to files`;
  throw new InputError({ code: 'TARGET_URL_SECRET', message, hint: 'send it as a header: api_key_env or headers_env' });
}
