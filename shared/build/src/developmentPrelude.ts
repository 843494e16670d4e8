/** Runs before the host in development builds only. */
declare const __LOCAL_BUILDS__: Readonly<Record<string, string>>

const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__'

/**
 * React announces itself to this hook when it starts, and hot reload of a remote, which has no React of its own,
 * reaches it there. Without the browser's developer tools the hook is missing and updates would change nothing.
 */
function createHook() {
  const renderers = new Map<number, unknown>()
  return {
    renderers,
    supportsFiber: true,
    inject(renderer: unknown) {
      const id = renderers.size + 1
      renderers.set(id, renderer)
      return id
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
    checkDCE() {},
  }
}

if (!Reflect.has(globalThis, HOOK)) Reflect.set(globalThis, HOOK, createHook())

for (const [remote, entry] of Object.entries(__LOCAL_BUILDS__)) {
  Reflect.get(globalThis, 'sessionStorage').setItem(`mf:override:${remote}`, entry)
}
