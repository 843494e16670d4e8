// The parts that webpack.config.ts cuts the messages into.
declare module '*?part=first' {
  const messages: import('@yanshu/contracts').MessageTree
  export default messages
}
declare module '*?part=rules' {
  const messages: import('@yanshu/contracts').MessageTree
  export default messages
}
declare module '*?part=account' {
  const messages: import('@yanshu/contracts').MessageTree
  export default messages
}
declare module '*?part=further' {
  const messages: import('@yanshu/contracts').MessageTree
  export default messages
}
