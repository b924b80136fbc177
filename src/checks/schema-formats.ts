const zone = /(?:Z|[+-]\d\d:\d\d)$/i;
const zonedTime = /^[^Tt\s]+T[^\s]+$/i;

/** Formats that RFC 3339 and RFC 9562 write more strictly than the validator's own: what each text must match besides. */
export const stricterFormats: Readonly<Record<string, readonly RegExp[]>> = {
  'date-time': [zonedTime, zone],
  time: [zone],
  uuid: [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
};
