import { x12Tasks } from '#features/edi/x12-thread-tasks.ts'
import { emailTasks } from '#features/intake/server/email/email-thread-task.ts'
import { recordsTask, serveFileTasks } from '#platform/server/imports/file-thread-tasks.ts'
import { importRowSchemas } from './import-row-schemas.ts'

// Uploaded files are parsed and validated in a worker thread: a file crafted to be slow blocks no
// other request and is terminated.

serveFileTasks({ ...recordsTask(importRowSchemas), ...x12Tasks, ...emailTasks })
