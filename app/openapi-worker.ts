import { type ApiText, buildApiText } from '#platform/server/openapi/api-text.ts'
import { serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { apiDescription } from './api-description/api-description.ts'
import { rooms } from './rooms.ts'

// The descriptions of the API are built in a worker thread: they are seldom requested, and what
// they are built of occupies 25 MB, which is freed when the thread ends.

// The settings change what the routes do, not how they are described.
const routes = rooms({ SIGN_UP: 'open' })

serveThread(async (text: ApiText): Promise<ThreadAnswer> => {
  return { value: await buildApiText(text, routes, apiDescription) }
})
