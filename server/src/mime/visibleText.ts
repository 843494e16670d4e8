// The page shows names that it has from elsewhere, such as those of local files, by the same rule.
export { visibleText } from '@yanshu/contracts'
