// The health check of the container: exits with 0 if this machine's program is ready, else with 1.

const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`, {
  signal: AbortSignal.timeout(4000),
}).catch((error) => ({ ok: false, status: String(error.cause?.code ?? error.name) }))
if (!answer.ok) console.error(`not ready: ${answer.status}`)
process.exitCode = answer.ok ? 0 : 1
