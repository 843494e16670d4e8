// The parts that webpack.config.ts cuts the messages into.
declare module '*?part=first' {
  const messages: import('@yanshu/contracts').MessageTree
  export default messages
}
declare module '*?part=later' {
  const messages: import('@yanshu/contracts').MessageTree
  export default messages
}
