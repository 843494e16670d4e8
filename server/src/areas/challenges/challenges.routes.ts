import { publicRoute } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { answerChallenge, answerImage, newImage, newSlider, newWork } from './challenges.service.ts'

/** What a person has to solve before they may log in again. */
export const challengeRoutes: AddRoutes = (app, context) => {
  const make = { slider: newSlider, image: newImage, work: newWork }
  publicRoute(app, 'GET', 'verify/code', ({ query, request }) => make[query.loginType](context, request.ip))
  publicRoute(app, 'GET', 'captcha', ({ request }) => newImage(context, request.ip))
  publicRoute(app, 'POST', 'verify/token', async ({ body: { id, track, work } }) => ({
    verifyToken: await answerChallenge(context, {
      id,
      ...(track === undefined ? {} : { track }),
      ...(work === undefined ? {} : { work }),
    }),
  }))
  publicRoute(app, 'POST', 'verify/image', async ({ body }) => ({
    verifyToken: await answerImage(context, body.id, body.code),
  }))
}
