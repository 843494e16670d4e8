import ConfigProvider from '@arco-design/web-react/es/ConfigProvider'
import '../src/styles/index.ts'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
// Modules of Arco import each other in a circle, which works where this one is the first of them.
createRoot(root).render(
  <ConfigProvider>
    <Gallery />
  </ConfigProvider>,
)
