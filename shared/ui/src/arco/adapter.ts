/// <reference path="../css.d.ts" />
// Arco renders through an entry of react-dom that React 19 no longer has; this must run before any of its components.
import '@arco-design/web-react/es/_util/react-19-adapter'
import './ramps.css'
import './theme.css'
