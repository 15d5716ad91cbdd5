// Health check of the image. /healthz returns 200 while the process works, in a server and in a worker.
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, { signal: AbortSignal.timeout(4_000) })
if (!response.ok) throw new Error(`/healthz returned ${response.status}.`)
