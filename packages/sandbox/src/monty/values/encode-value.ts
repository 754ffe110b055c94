import {
  doubleField,
  emptyMessage,
  type Encoded,
  message,
  nested,
  numberField,
  signedField,
  textField,
} from '../protobuf/writer.js';

/** A JSON value as the worker's `MontyObject`. */
export function encodeValue(value: unknown): Encoded {
  switch (typeof value) {
    case 'string':
      return textField(8, value);
    case 'boolean':
      return numberField(4, value ? 1 : 0);
    case 'number':
      return Number.isSafeInteger(value) ? signedField(5, value) : doubleField(7, value);
    case 'object':
      return value === null ? nested(2, emptyMessage) : encodeContainer(value);
    default:
      return nested(2, emptyMessage);
  }
}

function encodeContainer(value: object): Encoded {
  if (Array.isArray(value)) {
    return nested(11, message(...value.map((item) => nested(1, encodeValue(item)))));
  }
  return nested(14, message(...Object.entries(value).map((entry) => nested(1, encodePair(entry)))));
}

function encodePair([key, value]: readonly [string, unknown]): Encoded {
  return message(nested(1, textField(8, key)), nested(2, encodeValue(value)));
}

/** A host function as a value: calling it suspends the worker. */
export function encodeFunction(name: string): Encoded {
  return nested(25, textField(1, name));
}
