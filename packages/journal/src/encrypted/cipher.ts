/** Encrypts and decrypts a store's data, with AES-GCM and 256 bits. */
export interface Cipher {
  /** Text with an IV of its own; `place` is authenticated with it, so that it opens at this place alone. */
  seal(text: string, place: string): Promise<string>;
  /** Rejects if the key is another, or if text or place were altered. */
  unseal(sealed: string, place: string): Promise<string>;
  /**
   * The same bytes give the same ciphertext, since runs share blobs and a blob is named by its contents. A reader of
   * the store can tell that two blobs are equal, and nothing else.
   */
  sealBlob(bytes: Uint8Array): Promise<Uint8Array>;
  unsealBlob(sealed: Uint8Array): Promise<Uint8Array>;
}

/** 32 bytes, or a key of Web Crypto for AES-GCM that may encrypt. */
export type EncryptionKey = Uint8Array | CryptoKey;

const ivBytes = 12;
const blobPlace = encode('rlm-journal blob');

/** Derives one key for lines, one for blobs and one for the IVs of blobs. */
export async function createCipher(key: EncryptionKey): Promise<Cipher> {
  const secret = await secretOf(key);
  const [lineKey, blobKey, ivKey] = await Promise.all([
    deriveKey(secret, 'lines', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    deriveKey(secret, 'blobs', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    deriveKey(secret, 'blob ivs', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
  ]);
  return {
    async seal(text, place) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      return toBase64(await encrypt(lineKey, iv, encode(text), encode(place)));
    },
    async unseal(sealed, place) {
      return decode(await decrypt(lineKey, fromBase64(sealed), encode(place)));
    },
    async sealBlob(bytes) {
      const mac = await crypto.subtle.sign('HMAC', ivKey, bytes as Uint8Array<ArrayBuffer>);
      return encrypt(blobKey, new Uint8Array(mac, 0, ivBytes), bytes, blobPlace);
    },
    unsealBlob: (sealed) => decrypt(blobKey, sealed, blobPlace),
  };
}

/**
 * The secret from which other keys are derived. A key of Web Crypto may hide its bytes, so the encryption of a constant
 * serves instead.
 */
async function secretOf(key: EncryptionKey): Promise<CryptoKey> {
  const bytes =
    key instanceof Uint8Array
      ? key.slice()
      : await encrypt(key, new Uint8Array(ivBytes), new Uint8Array(32), encode('rlm-journal'));
  return crypto.subtle.importKey('raw', bytes as Uint8Array<ArrayBuffer>, 'HKDF', false, [
    'deriveKey',
  ]);
}

function deriveKey(
  secret: CryptoKey,
  purpose: string,
  algorithm: AesKeyGenParams | HmacKeyGenParams,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const salt = new Uint8Array(0);
  const info = encode(`rlm-journal ${purpose}`);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return crypto.subtle.deriveKey(hkdf, secret, algorithm, false, usages);
}

/** The IV, followed by the ciphertext with its tag. */
async function encrypt(
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  const sealed = await crypto.subtle.encrypt(algorithm, key, bytes as Uint8Array<ArrayBuffer>);
  const whole = new Uint8Array(ivBytes + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), ivBytes);
  return whole;
}

async function decrypt(
  key: CryptoKey,
  sealed: Uint8Array,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const iv = sealed.slice(0, ivBytes);
  const algorithm = { name: 'AES-GCM', iv, additionalData };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed.slice(ivBytes)));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** How many bytes become arguments of one call. */
const chunkBytes = 8_192;

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)));
  }
  return btoa(parts.join(''));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
