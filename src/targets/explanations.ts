import type { Explanations } from '../core/problem.ts';

/** The codes of faulty targets and files of recorded replies. */
export const targetExplanations: Explanations = {
  TARGET_BAD_URL: {
    meaning: 'The address of a chat target is no http or https URL, or its path cannot be used.',
    advice:
      'Set the base URL’s variable (EVAL_BASE_URL unless base_url_env names another) to something like http://127.0.0.1:8080.',
  },
  TARGET_URL_SECRET: {
    meaning: 'The address of a chat target holds a user name, a password or a key; addresses are written to files.',
    advice:
      'Put the secret into a variable and name it in api_key_env (sent as a bearer token) or headers_env (sent as a header).',
  },
  TARGET_HEADER: {
    meaning:
      'A header of headers_env cannot be sent: its variable is not set, or its name or value is not allowed in HTTP.',
    advice: 'Set the variable, or take the header out of the config. Values are never shown.',
  },
  TARGET_BAD_PROXY: {
    meaning: 'HTTPS_PROXY is set to something that is no http or https URL.',
    advice: 'Set it to http://HOST:PORT, or name the endpoint’s host in NO_PROXY to go without it.',
  },
  TARGET_BAD_FILE: {
    meaning: 'The file of recorded replies is not there, or lies outside the suite’s folder.',
    advice: 'Copy it into the suite’s folder and give its path from there.',
  },
  RECORDED_BAD_LINE: {
    meaning: 'A line of recorded replies is not of the documented form.',
    advice:
      'A line is an object with id and one of content, tool_calls, message, response; variant, target, repeat where they apply.',
  },
  RECORDED_DUPLICATE: {
    meaning:
      'Two recorded replies claim the same case, variant, target and repeat, so which one counts would be chance.',
    advice: 'Remove one, or number repeats of a case with repeat: 0, 1, 2, …',
  },
  RECORDED_EMPTY: {
    meaning: 'The file of recorded replies holds none, so every case would fail for want of a reply.',
    advice: 'Check the path and how the file was written.',
  },
};
