export { decodeText } from './decode.js';
export { plainCharacters } from './look-alikes.js';
