import type { FastifyInstance } from 'fastify'
import type { Context } from '../store/context/context.ts'

/** Puts the calls of one area on the app. */
export type AddRoutes = (app: FastifyInstance, context: Context) => void
