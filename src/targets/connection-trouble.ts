import { printable } from '../core/printable.ts';

export interface Trouble {
  readonly fault: 'connection' | 'bad_body';
  readonly detail: string;
  /** The connection was there and was closed by the other side. */
  readonly broken: boolean;
}

/** What an error of a connection means, in words; never the error's own text, which may quote what was sent. */
export function connectionTrouble(
  error: NodeJS.ErrnoException,
  place: { readonly host: string; readonly port: number },
): Trouble {
  const at = `${place.host}:${place.port}`;
  const code = error.code ?? '';
  switch (code) {
    case 'ECONNREFUSED':
      return connection(`${at} refuses connections`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return connection(`there is no host ${place.host} (${code})`);
    case 'ECONNRESET':
    case 'EPIPE':
      return { ...connection(`${at} closed the connection before it answered (${code})`), broken: true };
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return connection(`${at} cannot be reached (${code})`);
    case 'PROXY_REFUSED':
      return connection(printable(error.message));
    default:
      if (code.startsWith('HPE_'))
        return { fault: 'bad_body', detail: `what ${at} sends is not HTTP (${code})`, broken: false };
      if (/CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code))
        return connection(`the certificate of ${at} is not trusted (${code})`);
      if (/SSL|TLS|EPROTO/.test(code)) return connection(`no TLS connection with ${at} (${code})`);
      return connection(`no connection with ${at} (${code === '' ? error.name : code})`);
  }
}

function connection(detail: string): Trouble {
  return { fault: 'connection', detail, broken: false };
}
