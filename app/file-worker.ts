import { x12Tasks } from '#features/edi/x12-tasks.ts'
import { recordsTask, serveFileTasks } from '#platform/server/imports/file-tasks.ts'
import { recordForms } from './screens/record-forms.ts'

// Files from outside are read and checked in a thread of their own: one that was made to take long
// keeps nobody waiting, and is ended.

serveFileTasks({ ...recordsTask(recordForms), ...x12Tasks })
