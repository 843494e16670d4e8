import { refuseSecondConnections } from './oneConnection.ts'

/** For every file of server tests: what asks for a second connection inside of a transaction fails. */
refuseSecondConnections()
