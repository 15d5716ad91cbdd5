/** A browser without a window: keeps cookies, follows what it is told, fills in forms. Over the server in memory. */
import { randomBytes } from 'node:crypto'
import type { TestApp } from './create-test-app.ts'
import { fileForm } from './file-form.ts'

export interface PageAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Record<string, string | string[] | number | undefined>
  /** Where it sends the browser, if it does. */
  readonly location: string | undefined
}

/** Several values of a name are several boxes, or several fields of the name. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>

export interface SentFile {
  readonly name: string
  readonly content: string | Buffer
}

export interface Browser {
  /** Cookies as they would be sent: name → value. */
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Sends the form of `page` that goes to this path, or its first one, with its hidden fields, and others beside or instead. */
  submit(path: string, page: PageAnswer, fields?: FormFields, headers?: Record<string, string>): Promise<PageAnswer>
  /** Sends the form of `page` with a file, as multipart/form-data. */
  upload(path: string, page: PageAnswer, file: SentFile, fields?: Record<string, string>): Promise<PageAnswer>
  post(path: string, fields: FormFields, headers?: Record<string, string>): Promise<PageAnswer>
}

/** From somewhere else each time, so that nobody is counted together with others: through a proxy that is believed. */
export function fromSomewhere(): { remoteAddress: string; headers: { 'x-forwarded-for': string } } {
  const address = ['2001', 'db8', ...Array.from({ length: 3 }, () => randomBytes(2).toString('hex')), '', '1'].join(':')
  return { remoteAddress: '10.1.0.1', headers: { 'x-forwarded-for': address } }
}

/** A user agent of a person, whose views of public links count. */
export const PERSON_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function openBrowser(app: TestApp): Browser {
  const cookies = new Map<string, string>()
  const from = fromSomewhere()

  async function send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: string | Buffer,
  ) {
    const answer = await app.server.inject({
      method,
      url: path,
      remoteAddress: from.remoteAddress,
      headers: {
        ...from.headers,
        host: 'parley.test',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value.join('='))
    }
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      location: location === undefined ? undefined : String(location),
    }
  }

  const post: Browser['post'] = (path, fields, headers = {}) =>
    send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
      ).toString(),
    )
  return {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    post,
    upload: (path, page, { name, content }, fields = {}) => {
      const { body, headers } = fileForm(name, content, { ...hiddenFields(page.text, path), ...fields })
      return send('POST', path, { 'sec-fetch-site': 'same-origin', ...headers }, body)
    },
    submit: (path, page, fields = {}, headers) => post(path, { ...hiddenFields(page.text, path), ...fields }, headers),
  }
}

/** Of the form that goes to a path, or of the first form of a page. */
export function hiddenFields(page: string, path?: string): Record<string, string> {
  const forms = [...page.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form)
  const form = forms.find((one) => one.includes(` action="${path}"`)) ?? forms[0] ?? ''
  const fields: Record<string, string> = {}
  for (const [, name = '', value = ''] of form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
    fields[name] = value
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  }
  return fields
}

/** Sends what no page shows to whom this browser belongs to, with all that a form of theirs carries. */
export async function forge(browser: Browser, path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
  const page = await browser.get('/labels')
  return browser.post(path, { ...hiddenFields(page.text, '/sign-out'), ...fields })
}
