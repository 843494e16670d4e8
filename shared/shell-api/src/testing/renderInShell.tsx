import type { ViewProps } from '@yanshu/contracts'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginProvider } from '../login/LoginProvider.tsx'
import { ShellRouter } from '../router/router.tsx'
import { tabsHost } from '../tabs/tabs.ts'

export interface Rendered {
  readonly container: HTMLElement
  rerender(view: ReactNode): Promise<void>
  unmount(): Promise<void>
}

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined
}

/**
 * Renders a view as the host does: in the router, the cache and the store, with the props of a tab. `view` is an
 * element, or a function of the props.
 */
export async function renderInShell(
  view: ReactNode | ((props: ViewProps) => ReactNode),
  where: { path?: string; params?: Readonly<Record<string, string>> } = {},
): Promise<Rendered> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const path = where.path ?? '/inbox'
  location.hash = path
  const id = tabsHost.visit(path, { title: '', remote: null })
  const props: ViewProps = {
    params: where.params ?? {},
    query: new URLSearchParams(path.split('?')[1] ?? ''),
    tab: tabsHost.handle(id),
    active: true,
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const show = (shown: ReactNode) =>
    act(async () =>
      root.render(
        <LoginProvider>
          <ShellRouter>{shown}</ShellRouter>
        </LoginProvider>,
      ),
    )
  await show(typeof view === 'function' ? view(props) : view)
  return {
    container,
    rerender: show,
    async unmount() {
      await act(async () => root.unmount())
      container.remove()
    },
  }
}
