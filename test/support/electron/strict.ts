/** Reading a property that the object lacks throws its name instead of answering undefined. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver): unknown {
      if (typeof key === 'symbol' || key === 'then' || key in target) return Reflect.get(target, key, receiver)
      throw new Error(`The stand-in for electron has no ${name}.${key}`)
    },
    set(target, key, value, receiver) {
      if (typeof key === 'symbol' || key.startsWith('_') || key in target)
        return Reflect.set(target, key, value, receiver)
      throw new Error(`The stand-in for electron has no ${name}.${key}`)
    },
  })
}
