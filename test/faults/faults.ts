/** A fault of an endpoint, as a scenario plants it, and what a reader is told about it. */
export interface PlantedFault {
  readonly name: string;
  /** What the endpoint does, in words. */
  readonly does: string;
  /** An entry of `faults` of a scenario in flow style; null where no simulated endpoint is asked. */
  readonly entry: string | null;
  /** Milliseconds for one attempt and for all; those of a patient caller unless the fault is about time. */
  readonly limits: { readonly timeout_ms: number; readonly deadline_ms: number; readonly max_reply_bytes: number };
}

const patient = { timeout_ms: 20_000, deadline_ms: 30_000, max_reply_bytes: 100_000 };
const hurried = { ...patient, timeout_ms: 400, deadline_ms: 8000 };

function planted(name: string, does: string, part: Partial<PlantedFault> = {}): PlantedFault {
  return { name, does, entry: `{ kind: ${name} }`, limits: patient, ...part };
}

function waiting(name: string, does: string, entry: string): PlantedFault {
  return planted(name, does, { entry });
}

/** Every fault that the simulated endpoint knows, every form of Retry-After, and what needs no endpoint. */
export const plantedFaults: readonly PlantedFault[] = [
  planted('http_400', 'refuses the request'),
  planted('http_401', 'refuses the key'),
  planted('http_403', 'forbids it'),
  planted('http_404', 'knows no such model'),
  planted('http_408', 'says that the request took too long'),
  planted('http_429', '“too many requests”, no Retry-After'),
  waiting('http_429, Retry-After: 0.1', 'asks to wait 0.1 s', '{ kind: http_429, retry_after: 0.1 }'),
  waiting(
    'http_429, Retry-After: date',
    'asks to wait until a second from now',
    '{ kind: http_429, retry_after_date: 1 }',
  ),
  waiting('http_429, retry-after-ms', 'asks to wait 100 ms', '{ kind: http_429, retry_after_ms: 100 }'),
  waiting(
    'http_429, Retry-After: 90',
    'asks for a longer wait than the deadline leaves',
    '{ kind: http_429, retry_after: 90 }',
  ),
  planted('http_500', 'fails'),
  planted('http_502', 'a gateway fails'),
  planted('http_503', 'is overloaded'),
  waiting('http_503, Retry-After: 0.1', 'is overloaded, asks to wait 0.1 s', '{ kind: http_503, retry_after: 0.1 }'),
  planted('http_504', 'a gateway waits in vain'),
  planted('hang', 'accepts the request, never answers', { limits: hurried }),
  {
    ...planted('hang, deadline first', 'never answers; the deadline is shorter than the timeout'),
    entry: '{ kind: hang }',
    limits: { ...patient, deadline_ms: 400 },
  },
  planted('hang_midway', 'sends half of the answer, then nothing', { limits: hurried }),
  planted('slow_drip', 'sends a character at a time, for ever', { limits: hurried }),
  planted('endless_stream', 'sends kilobytes, for ever'),
  planted('too_large', 'sends 100 MB'),
  planted('cut_body', 'sends half of the answer, then breaks the connection'),
  planted('stream_cut', 'sends half of the answer, then ends in good order'),
  planted('reset', 'resets the connection before it answers'),
  planted('redirect', 'redirects elsewhere'),
  planted('html', 'answers with a page'),
  planted('wrong_content_type', 'a sound answer, labelled text/plain'),
  planted('broken_json', 'JSON with a slip in it'),
  planted('empty_body', '200 with an empty body'),
  planted('error_in_200', '200 with an error inside'),
  planted('stream_error', 'an error in the middle of a stream'),
  planted('no_choices', 'an empty list of choices'),
  planted('no_message', 'a choice without a message'),
  planted('null_message', 'a choice whose message is null'),
  planted('empty_content', 'an empty text'),
  planted('bad_tool_arguments', 'a tool call whose arguments are no JSON'),
  planted('truncated', 'half of the text, finish reason “length”'),
  planted('content_filter', 'finish reason “content_filter”'),
  planted('echo_key', 'says the key that it was called with'),
  planted('no_endpoint', 'nobody listens at the address', { entry: null }),
  planted('not_http', 'answers in another protocol', { entry: null }),
];
