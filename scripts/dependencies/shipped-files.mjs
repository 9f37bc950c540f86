/** What a server needs of the project, as docs/operations.md and deploy/Containerfile say. */
export const shippedFiles = [
  '.npmrc',
  'db/migrations',
  'dist/server',
  'dist/web',
  'package-lock.json',
  'package.json',
  'scripts',
]
