const makers = Symbol("dehusk.getters");

interface Made {
  readonly [makers]: Readonly<Record<string, () => unknown>>;
}

const descriptors = new Map<string, PropertyDescriptor>();

/**
 * Adds properties whose values are made when they are read. Like accessors in an object literal, except that V8 keeps the
 * functions of those in the object's hidden class, which lives until a full collection, with all that they refer to. Here
 * all objects share their accessors, and are collected as early as others.
 */
export function withGetters<T extends object, G extends Record<string, () => unknown>>(
  target: T,
  getters: G,
): T & { readonly [K in keyof G]: ReturnType<G[K]> } {
  Object.defineProperty(target, makers, { value: getters });
  for (const name of Object.keys(getters)) Object.defineProperty(target, name, descriptorOf(name));
  return target as T & { readonly [K in keyof G]: ReturnType<G[K]> };
}

function descriptorOf(name: string): PropertyDescriptor {
  let descriptor = descriptors.get(name);
  if (descriptor === undefined) {
    const get = function (this: Made) {
      return (this[makers][name] as () => unknown)();
    };
    descriptor = { get, enumerable: true, configurable: true };
    descriptors.set(name, descriptor);
  }
  return descriptor;
}
