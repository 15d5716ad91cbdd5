/**
 * An S3 bucket in a folder, as a process that can be killed: PUT, GET with ranges, HEAD and DELETE of objects, as far as
 * Parley calls one. An acknowledged object is in a file with its final name. Takes the folder and the port.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

const [folder = '', port = '0'] = process.argv.slice(2)
let serial = 0

async function store(path: string, body: Buffer): Promise<void> {
  serial += 1
  const temporary = join(folder, `temporary-${process.pid}-${serial}`)
  const file = await open(temporary, 'w')
  await file.writeFile(body)
  await file.sync()
  await file.close()
  await rename(temporary, path)
}

function send(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (!existsSync(path)) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return
  }
  const isHead = request.method === 'HEAD'
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined || last === undefined) {
    response.writeHead(200, { 'content-length': statSync(path).size }).end(isHead ? '' : readFileSync(path))
    return
  }
  const whole = readFileSync(path)
  const part = whole.subarray(Number(first), Number(last) + 1)
  const range = `bytes ${first}-${last}/${whole.length}`
  response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://bucket')
  const path = join(folder, createHash('sha256').update(pathname).digest('hex'))
  const body = await buffer(request)
  if (request.method === 'PUT') {
    await store(path, body)
    response.end()
  } else if (request.method === 'DELETE') {
    await rm(path, { force: true })
    response.writeHead(204).end()
  } else if (pathname.split('/').filter(Boolean).length <= 1) response.end()
  else send(request, response, path)
}

createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end())
}).listen(Number(port), '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port })}\n`))
