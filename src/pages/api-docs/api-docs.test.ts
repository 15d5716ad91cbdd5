/** The API for people: each operation is told, found, linked to, and can be tried with a key. */
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../catalog.ts'
import { describeOperations } from '../../inbound/http/openapi.ts'
import { openBrowser } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { type ApiDescription, filterOperations, groupOperations } from './description.ts'
import { exampleBody, formatCurl } from './example.ts'

const description = describeOperations(operations, 'https://parley.example/v2', '1.0.0') as unknown as ApiDescription
const families = groupOperations(description)

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ listen: true }))
})

describe('the description', () => {
  it('comes as families that hold every operation once, with addresses of their own', () => {
    const told = families.flatMap((family) => family.operations.map(({ operationId }) => operationId))
    expect(told.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
    expect(new Set(families.map(({ slug }) => slug)).size).toBe(families.length)
    for (const { slug } of families) expect(slug).toMatch(/^[a-z0-9-]+$/)
  })

  it('finds operations by all words of what is asked', () => {
    const found = filterOperations(families, 'Create  LABEL').flatMap((family) => family.operations)
    expect(found.map(({ operationId }) => operationId)).toContain('createLabel')
    expect(filterOperations(families, 'no such thing')).toEqual([])
  })

  it('prints code of descriptions as code, and an example of each JSON response', async () => {
    const { text } = await openBrowser(world.app).get('/v2/docs/labels')
    expect(text).toContain('<code>teamsUUID</code>')
    expect(text.replace(/<(pre|textarea).*?<\/\1>/gs, '')).not.toContain('`')
    expect(text.match(/aria-label="Example response"/g)?.length).toBeGreaterThan(2)
  })

  it('gives an example of every operation, which a shell takes as it is, without blanks that are to be filled in', () => {
    for (const operation of families.flatMap((family) => family.operations)) {
      const curl = formatCurl(operation, description)
      expect(curl).toMatch(/^curl( -X [A-Z]+)? "https:\/\/parley\.example\/v2\//)
      expect(curl.split('\n', 1)[0]).not.toMatch(/[{}]/)
      const body = exampleBody(operation, description)
      if (body !== undefined) expect(() => JSON.parse(body)).not.toThrow()
    }
  })
})

describe('the pages', () => {
  it('tell every operation, and lead to it from the first one', async () => {
    const nobody = openBrowser(world.app)
    const overview = (await nobody.get('/v2/docs')).text
    for (const { slug, operations } of families) {
      const { status, text } = await nobody.get(`/v2/docs/${slug}`)
      expect(status).toBe(200)
      for (const { operationId } of operations) {
        expect(text).toContain(`<article class="card operation" id="${operationId}">`)
        expect(overview).toContain(`href="/v2/docs/${slug}#${operationId}"`)
      }
      const names = [...text.matchAll(/href="#(schema-\w+)"/g)].map(([, id]) => id)
      for (const id of new Set(names)) expect(text).toContain(`id="${id}"`)
    }
  })

  it('search without a script, and show what was asked for as text', async () => {
    const found = await openBrowser(world.app).get(`/v2/docs?q=${encodeURIComponent('legal hold')}`)
    expect(found.text).toContain('listLegalHolds')
    expect(found.text).not.toContain('id="createLabel"')
    const hostile = await openBrowser(world.app).get(`/v2/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(hostile.text).toContain('&lt;script&gt;alert(1)')
    expect(hostile.text).not.toContain('<script>')
  })
})

describe.skipIf(browserProgram === undefined)('in a browser', () => {
  let chromium: Chromium
  let page: Page
  beforeAll(async () => {
    chromium = await openRealBrowser()
    page = await chromium.newPage()
  })
  afterAll(() => chromium?.close())
  const base = () => world.app.publicUrl()

  it('an operation is linked to by its name alone, and found while one types', async () => {
    await page.goto(`${base()}/v2/docs#createLabel`)
    await page.waitForURL('**/v2/docs/labels#createLabel')
    await page.goto(`${base()}/v2/docs`)
    await page.fill('.find input', 'dismiss')
    await expect.poll(() => page.locator('.family li:visible').count()).toBeLessThan(4)
    expect(await page.locator('#dismissAction').isVisible()).toBe(true)
  })

  it('a request is sent with the key that was typed in, without cookies, and its answer is shown', async () => {
    await page.context().addCookies([{ name: 'parley_session', value: 'x', url: base() }])
    await page.goto(`${base()}/v2/docs/labels#listLabels`)
    const box = page.locator('#listLabels .try')
    await box.locator('> summary').click()
    await box.locator('[data-key]').fill(world.org.key)
    const sent = page.waitForRequest('**/v2/labels')
    await box.getByRole('button', { name: 'Send request' }).click()
    const headers = await (await sent).allHeaders()
    expect([headers.authorization, headers.cookie]).toEqual([world.org.key, undefined])
    await box.getByText('200 OK').waitFor()
    expect(await box.locator('output > pre').textContent()).toContain('"data"')
    // The same key, for the next one, and nowhere else.
    expect(await page.locator('#createLabel [data-key]').inputValue()).toBe(world.org.key)
    expect(await page.evaluate<number>('localStorage.length + sessionStorage.length')).toBe(0)
    await page.reload()
    expect(await page.locator('#createLabel [data-key]').inputValue()).toBe('')
  })
})
