import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '../core/json.ts';
import { isJsonList } from './json-list.ts';
import { pointerOf, valueAt } from './json-pointer.ts';

/** The value with what stands at the end of the way replaced, or taken out with `undefined`; unchanged where there is no way. */
export function edited(
  value: JsonValue,
  tokens: readonly (string | number)[],
  replacement: JsonValue | undefined,
): JsonValue {
  const [first, ...rest] = tokens;
  if (first === undefined) return replacement ?? null;
  if (isJsonList(value)) {
    const items = [...value];
    const index = Number(first);
    if (!(index in items)) return value;
    if (rest.length === 0 && replacement === undefined) items.splice(index, 1);
    else items[index] = edited(items[index] as JsonValue, rest, replacement);
    return items;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, first)) return value;
  const result: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key !== first) setOwn(result, key, item);
    else if (rest.length > 0 || replacement !== undefined) setOwn(result, key, edited(item, rest, replacement));
  }
  return result;
}

/** The object with one key more, or another value for it. */
export function withKey(object: JsonObject, key: string, value: JsonValue): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const [name, item] of Object.entries(object)) setOwn(result, name, item);
  setOwn(result, key, value);
  return result;
}

/** Values unlike the given one: near it, and of other types. */
export function unlikeValues(value: JsonValue): JsonValue[] {
  if (value === null) return ['', 0, false];
  if (typeof value === 'number') return [value + 1, -value - 1, value * 10 + 1, String(value), null];
  if (typeof value === 'string') return [`${value}x`, value.slice(0, -1), '', 0, null];
  if (typeof value === 'boolean') return [!value, String(value), null];
  if (isJsonList(value)) return [[...value, null], {}, null];
  return [withKey(value, 'unexpected', null), [], null];
}

/** Where the leaves and branches of a JSON value are, nearest the root first; at most `limit` places. */
function placesIn(value: JsonValue, limit = 40): (readonly (string | number)[])[] {
  const places: (readonly (string | number)[])[] = [[]];
  for (let next = 0; next < places.length && places.length < limit; next += 1) {
    const place = places[next] as readonly (string | number)[];
    const here = valueAt(value, place.map(String));
    if (isJsonList(here)) for (const index of here.keys()) places.push([...place, index]);
    else if (isJsonObject(here)) for (const key of Object.keys(here)) places.push([...place, key]);
  }
  return places.slice(0, limit);
}

/** The value with one of its parts changed, taken out or given another type, each under a name. */
export function* spoiltJson(value: JsonValue): Generator<{ readonly name: string; readonly value: JsonValue }> {
  for (const place of placesIn(value)) {
    const here = valueAt(value, place.map(String)) as JsonValue;
    for (const [index, other] of unlikeValues(here).entries()) {
      yield { name: `changed${pointerOf(place)}-${index + 1}`, value: edited(value, place, other) };
    }
    if (place.length > 0) yield { name: `without${pointerOf(place)}`, value: edited(value, place, undefined) };
  }
}
