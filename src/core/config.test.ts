import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig, Secret, settings } from './config.ts'

const names = Object.keys(settings) as (keyof typeof settings)[]

/** The message of the refusal. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}

describe('a secret', () => {
  const secret = new Secret('the actual words of the secret')

  it('prints *** wherever it is printed', () => {
    const printed = [
      String(secret),
      `${secret}`,
      secret.toString(),
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: { secret } }, { depth: 9, showHidden: true }),
      inspect([secret], { customInspect: false, showHidden: true }),
      Object.entries(secret).join(),
    ]
    for (const text of printed) expect(text).not.toContain('actual words')
    expect(printed.slice(0, 3)).toEqual(['***', '***', '***'])
    expect(printed[3]).toBe('{"secret":"***"}')
    expect(printed[5]).toContain('***')
  })

  it('is revealed when it is asked for by that word', () => {
    expect(secret.reveal()).toBe('the actual words of the secret')
  })
})

describe('the settings', () => {
  it('have a default for everything that has no other source', () => {
    expect(readConfig({})).toEqual({
      ...readConfig({}),
      port: 8080,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      secret: undefined,
      trustedProxies: [],
      logLevel: 'info',
    })
  })

  it('are taken without the blanks around them, and empty ones are absent', () => {
    expect(readConfig({ PORT: ' 9090 ', HOST: '', DATA_DIR: '  ', LOG_LEVEL: ' debug' })).toMatchObject({
      port: 9090,
      host: '127.0.0.1',
      dataDir: './data',
      logLevel: 'debug',
    })
  })

  it('keep the address without a slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://parley.example/x//' }).publicUrl).toBe('https://parley.example/x')
  })

  it('hide the secret and the address of the database', () => {
    const config = readConfig({
      SECRET: 'the actual words of the secret, long enough',
      DATABASE_URL: 'postgres://parley:actual-password@db.example/parley',
      SMTP_URL: 'smtp://parley:actual-password@mail.example',
      MAIL_FROM: 'parley@house.example',
      FILES_URL: 's3://key:actual-password@recordings',
    })
    for (const text of [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })]) {
      expect(text).not.toMatch(/actual|password/)
    }
    expect(config.databaseUrl?.reveal()).toContain('actual-password')
  })

  it('ask who mail is from when there is a server to send it', () => {
    expect(readConfig({}).mailFrom).toBe('Parley <parley@parley.invalid>')
    expect(refusal({ SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FROM: is missing.')
    for (const from of ['parley@house.example', 'Parley at home <parley@house.example>']) {
      expect(readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from }).mailFrom).toBe(from)
    }
  })

  it('are each told in a sentence', () => {
    for (const name of names) expect(settings[name].about).toMatch(/^[A-Z].*\.$/s)
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'qwertyuiop'],
    ['PUBLIC_URL', 'ftp://qwertyuiop.example'],
    ['PUBLIC_URL', 'qwertyuiop'],
    ['DATABASE_URL', 'mysql://qwertyuiop'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', '501'],
    ['SECRET', 'qwertyuiop'],
    ['LOG_LEVEL', 'qwertyuiop'],
    ['TRUSTED_PROXIES', 'my-proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,'],
    ['SMTP_URL', 'http://qwertyuiop'],
    ['MAIL_FROM', 'qwertyuiop'],
    ['MAIL_FROM', 'qwertyuiop@one.example, two@two.example'],
    ['MAIL_FROM', 'qwertyuiop <one@one.example>\r\nBcc: two@two.example'],
    ['FILES_URL', 'https://qwertyuiop'],
  ])('name a wrong %s with its rule, and not %s', (name, value) => {
    const message = refusal({ [name]: value })
    expect(message).toContain(`${name}: `)
    expect(message).not.toContain('qwertyuiop')
    for (const other of names.filter((one) => one !== name)) expect(message).not.toContain(`${other}: `)
  })

  it('name every wrong one at once, whatever the values are, and never a value', () => {
    const word = fc.string({ minLength: 12, maxLength: 24, unit: fc.constantFrom(...'qxzjkvw') })
    fc.assert(
      fc.property(
        word,
        fc.subarray(['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'DATABASE_POOL', 'SECRET', 'LOG_LEVEL'], { minLength: 1 }),
        (value, wrong) => {
          const message = refusal(Object.fromEntries(wrong.map((name) => [name, value])))
          expect(message).not.toContain(value)
          for (const name of names)
            expect([name, message.includes(`  ${name}: `)]).toEqual([name, wrong.includes(name)])
        },
      ),
    )
  })

  it('take no notice of names they do not know', () => {
    expect(readConfig({ NONSENSE: 'x', port: '1' })).toEqual(readConfig({}))
  })
})
