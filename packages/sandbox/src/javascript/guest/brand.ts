import type { Bridge, Brand } from './bridge.js';

let ask: Bridge['brand'] = () => undefined;

/** Gives the guest's own code the engine's view of objects; called once, at the start. */
export function useBrands(brand: Bridge['brand']): void {
  ask = brand;
}

/** The kind of object that a value is; see {@link Bridge.brand}. It takes a call of the engine. */
export function brandOf(value: object): Brand {
  return ask(value) ?? 'plain';
}
