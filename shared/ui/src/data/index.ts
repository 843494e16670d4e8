import '../arco/adapter.ts'
import '../arco/cascader.css'

// Tables, trees and choices among many things: they come with the first screen that shows some.

export { Cascader, type CascaderOption, type CascaderProps } from './Cascader.tsx'
export {
  type DataColumn,
  DataTable,
  type DataTableProps,
  type TableSort,
} from './DataTable.tsx'
export { DataTree, type DataTreeProps } from './DataTree.tsx'
export { Transfer, type TransferProps } from './Transfer.tsx'
export { checksOf, type NodeCheck, toggleCheck } from './treeChecks.ts'
