import {
  doubleField,
  emptyMessage,
  type Encoded,
  joined,
  message,
  nested,
  numberField,
  signedField,
  textField,
} from '../protobuf/writer.js';
import { NoData } from './no-data.js';

/** Levels of messages that the worker reads in one value: a list takes two, an object three. */
const deepest = 96;

/**
 * A JSON value as the worker's `MontyObject`. Throws {@link NoData} for one that is nested more deeply than the worker
 * reads: 48 lists or 32 objects.
 */
export function encodeValue(value: unknown, room: number = deepest): Encoded {
  switch (typeof value) {
    case 'string':
      return textField(8, value);
    case 'boolean':
      return numberField(4, value ? 1 : 0);
    case 'number':
      return Number.isSafeInteger(value) ? signedField(5, value) : doubleField(7, value);
    case 'object':
      return value === null ? nested(2, emptyMessage) : encodeContainer(value, room);
    default:
      return nested(2, emptyMessage);
  }
}

function encodeContainer(value: object, room: number): Encoded {
  const left = room - (Array.isArray(value) ? 2 : 3);
  if (left < 0) throw new NoData('the value is nested too deeply for this Python');
  if (Array.isArray(value)) {
    return nested(11, joined(value.map((item) => nested(1, encodeValue(item, left)))));
  }
  const pairs = Object.entries(value).map(([key, item]) =>
    nested(1, message(nested(1, textField(8, key)), nested(2, encodeValue(item, left)))),
  );
  return nested(14, joined(pairs));
}

/** A host function as a value: calling it suspends the worker. */
export function encodeFunction(name: string): Encoded {
  return nested(25, textField(1, name));
}
