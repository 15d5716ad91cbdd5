import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig, Secret } from './config.ts'
import { settings } from './settings.ts'

const names = Object.keys(settings) as (keyof typeof settings)[]

/** Message of the error. */
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
    expect(refusal({ SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FROM: is required.')
    for (const from of ['parley@house.example', 'Parley at home <parley@house.example>']) {
      expect(readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from }).mailFrom).toBe(from)
    }
  })

  it('know of no language model unless one is named, and then ask for what it needs', () => {
    expect(readConfig({ MODEL_URL: 'http://localhost:11434/v1', MODEL_NAME: 'small' }).model).toBeUndefined()
    const local = { MODEL_PROVIDER: 'openai', MODEL_URL: 'http://localhost:11434/v1/', MODEL_NAME: 'small' }
    expect(readConfig(local).model).toEqual({
      provider: 'openai',
      url: 'http://localhost:11434/v1',
      key: undefined,
      name: 'small',
      contextTokens: 32_000,
      concurrency: 4,
      timeoutSeconds: 120,
      prices: undefined,
    })
    const paid = { ...local, MODEL_API_KEY: 'the-actual-key', MODEL_PRICE_INPUT: '0.15', MODEL_PRICE_OUTPUT: '0' }
    const { model } = readConfig(paid)
    expect([model?.prices, model?.key?.reveal()]).toEqual([{ input: 0.15, output: 0 }, 'the-actual-key'])
    expect(JSON.stringify(model) + inspect(model, { showHidden: true })).not.toContain('actual')
    expect(refusal({ MODEL_PROVIDER: 'openai' })).toMatch(/MODEL_NAME: is required.*MODEL_URL: is required/s)
    expect(refusal({ MODEL_PROVIDER: 'anthropic', MODEL_NAME: 'large' })).toContain('MODEL_API_KEY: is required.')
    expect(refusal({ ...local, MODEL_PRICE_INPUT: '3' })).toContain('MODEL_PRICE_OUTPUT: is required.')
    expect(refusal({ ...local, MODEL_PRICE_OUTPUT: '3' })).toContain('MODEL_PRICE_INPUT: is required.')
  })

  it('take the embedding that comes along, and ask for what another one needs', () => {
    expect(readConfig({ EMBEDDING_MODEL: 'not asked for' }).embedding).toEqual({ provider: 'local' })
    expect(readConfig({ EMBEDDING_PROVIDER: 'none' }).embedding).toEqual({ provider: 'none' })
    const folder = { EMBEDDING_PROVIDER: 'folder', EMBEDDING_MODEL: './models/small' }
    expect(readConfig(folder).embedding).toEqual({ provider: 'folder', folder: './models/small' })
    const server = {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_URL: 'http://localhost:8080/v1/',
      EMBEDDING_MODEL: 'small',
    }
    const served = { provider: 'openai', url: 'http://localhost:8080/v1', key: undefined, model: 'small' }
    expect(readConfig(server).embedding).toEqual(served)
    const { embedding } = readConfig({ ...server, EMBEDDING_API_KEY: 'the-actual-key' })
    expect(embedding).toMatchObject({ ...served, key: new Secret('the-actual-key') })
    expect(JSON.stringify(embedding) + inspect(embedding, { showHidden: true })).not.toContain('actual')
    const nothing = refusal({ EMBEDDING_PROVIDER: 'openai' })
    expect(nothing).toMatch(/EMBEDDING_MODEL: is required.*EMBEDDING_URL: is required/s)
    expect(refusal({ EMBEDDING_PROVIDER: 'folder' })).toContain('EMBEDDING_MODEL: is required.')
  })

  it('know of no transcriber unless one is named, and of one alone', () => {
    expect(readConfig({}).transcriber).toBeUndefined()
    expect(readConfig({ TRANSCRIBER_MODEL: 'large-v3', TRANSCRIBER_API_KEY: 'unused' }).transcriber).toBeUndefined()
    const url = { TRANSCRIBER_URL: 'http://localhost:8000/v1/' }
    expect(readConfig({ ...url, TRANSCRIBER_MAX_MB: '100' }).transcriber).toEqual({
      ...{ provider: 'openai', url: 'http://localhost:8000/v1', key: undefined, model: 'whisper-1' },
      ...{ bytesMax: 100 * 1024 * 1024, timeoutSeconds: 3_600, speakersFolder: undefined },
    })
    const keyed = readConfig({ ...url, TRANSCRIBER_API_KEY: 'the-actual-key' }).transcriber
    expect(JSON.stringify(keyed)).not.toContain('the-actual-key')
    const folder = { TRANSCRIBER_FOLDER: './models/whisper' }
    expect(readConfig(folder).transcriber).toEqual({
      ...{ provider: 'folder', folder: './models/whisper', timeoutSeconds: 3_600, speakersFolder: undefined },
    })
    const speakers = { TRANSCRIBER_SPEAKERS_FOLDER: './models/speakers' }
    expect(readConfig({ ...folder, ...speakers }).transcriber?.speakersFolder).toBe('./models/speakers')
    expect(readConfig({ ...url, ...speakers }).transcriber?.speakersFolder).toBe('./models/speakers')
    expect(refusal(speakers)).toContain('TRANSCRIBER_SPEAKERS_FOLDER: requires TRANSCRIBER_URL or TRANSCRIBER_FOLDER.')
    expect(refusal({ ...url, ...folder })).toContain("TRANSCRIBER_FOLDER: can't be combined with TRANSCRIBER_URL.")
  })

  it('name read replicas of a server, and hide their passwords', () => {
    const DATABASE_URL = 'postgres://db.example/parley'
    expect(readConfig({ DATABASE_URL }).databaseReads).toBeUndefined()
    const urls = ['postgres://a:actual-password@one.example/parley', 'postgresql://two.example:6432/parley']
    const config = readConfig({ DATABASE_URL, DATABASE_READ_URL: urls.join(' , '), DATABASE_READ_LAG_MAX: '5' })
    expect(config.databaseReads?.urls.map((url) => url.reveal())).toEqual(urls)
    expect(config.databaseReads?.lagSecondsMax).toBe(5)
    expect(JSON.stringify(config)).not.toContain('actual-password')
    expect(refusal({ DATABASE_READ_URL: urls[0] ?? '' })).toContain('DATABASE_URL: is required.')
  })

  it('count requests in the database where several processes may serve, and hide the address of Redis', () => {
    const tools = { second: 20, hour: 5_000, day: 50_000 }
    expect(readConfig({}).limits).toMatchObject({ store: 'memory', defaults: { tools } })
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/parley' }).limits.store).toBe('database')
    expect(readConfig({ LIMITS_STORE: 'database' }).limits.store).toBe('database')
    expect(readConfig({ LIMITS_STORE: 'memory', DATABASE_URL: 'postgres://db.example' }).limits.store).toBe('memory')
    const own = readConfig({ LIMIT_SECOND: '1', LIMIT_HOUR: '2', LIMIT_DAY: '3' }).limits.defaults.tools
    expect(own).toEqual({ second: 1, hour: 2, day: 3 })
    for (const LIMITS_STORE of ['redis://:actual-password@cache.example:6379/2', 'rediss://a:actual-password@[::1]']) {
      const { limits } = readConfig({ LIMITS_STORE })
      expect(limits.store).toEqual(new Secret(LIMITS_STORE))
      expect(JSON.stringify(limits) + inspect(limits, { depth: 9, showHidden: true })).not.toContain('actual')
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
    ['DATABASE_URL', 'postgres://parley:qwe/rty#uiop@db.example/parley'],
    ['DATABASE_URL', 'postgres://parley:qwertyuiop@db.example:99999/parley'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_READ_URL', 'mysql://qwertyuiop'],
    ['DATABASE_READ_URL', 'postgres://'],
    ['DATABASE_READ_URL', 'postgres://a.example/p,qwertyuiop'],
    ['DATABASE_READ_URL', 'postgres://qwertyuiop/p,postgres://qwertyuiop/p'],
    ['DATABASE_READ_URL', Array.from({ length: 17 }, (_, n) => `postgres://qwertyuiop${n}/p`).join(',')],
    ['DATABASE_READ_LAG_MAX', '0'],
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
    ['LIMITS_STORE', 'qwertyuiop'],
    ['LIMITS_STORE', 'https://qwertyuiop.example'],
    ['LIMITS_STORE', 'redis://'],
    ['LIMITS_STORE', 'redis://cache.example/qwertyuiop'],
    ['LIMITS_STORE', 'redis://cache.example:qwertyuiop'],
    ['LIMIT_SECOND', '0'],
    ['LIMIT_HOUR', '-1'],
    ['LIMIT_DAY', 'qwertyuiop'],
    ['LIMIT_DAY', '1000000001'],
    ['TRANSCRIBER_URL', 'qwertyuiop'],
    ['TRANSCRIBER_API_KEY', 'qwertyuiop qwertyuiop'],
    ['TRANSCRIBER_MODEL', 'qwertyuiop\nqwertyuiop'],
    ['TRANSCRIBER_MAX_MB', 'qwertyuiop'],
    ['TRANSCRIBER_TIMEOUT', 'qwertyuiop'],
    ['EMBEDDING_PROVIDER', 'qwertyuiop'],
    ['EMBEDDING_URL', 'https://me:qwertyuiop@model.example/v1'],
    ['EMBEDDING_URL', 'qwertyuiop'],
    ['EMBEDDING_API_KEY', 'qwertyuiop qwertyuiop'],
    ['EMBEDDING_MODEL', 'qwertyuiop\nqwertyuiop'],
    ['MODEL_PROVIDER', 'qwertyuiop'],
    ['MODEL_URL', 'qwertyuiop'],
    ['MODEL_URL', 'https://me:qwertyuiop@model.example/v1'],
    ['MODEL_URL', 'https://model.example/v1?key=qwertyuiop'],
    ['MODEL_API_KEY', 'qwertyuiop qwertyuiop'],
    ['MODEL_API_KEY', 'qwertyuiop\r\nx-more: headers'],
    ['MODEL_NAME', 'qwertyuiop\nqwertyuiop'],
    ['MODEL_CONTEXT', '100'],
    ['MODEL_CONCURRENCY', '0'],
    ['MODEL_TIMEOUT', '291'],
    ['MODEL_PRICE_INPUT', '-1'],
    ['MODEL_PRICE_OUTPUT', 'qwertyuiop'],
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

  it('name the rule of a number, and the option that replaces a setting', () => {
    expect(() => readConfig({ PORT: 'abc' })).toThrow(
      '  PORT: must be a whole number from 0 to 65535. Port of the HTTP',
    )
    expect(() => readConfig({ PORT: '1.5' })).toThrow('must be a whole number from 0 to 65535')
    expect(() => readConfig({ PORT: '70000' }, { PORT: '--port' })).toThrow(
      "  --port '70000': must be a whole number from 0",
    )
  })

  it('take no notice of names they do not know', () => {
    expect(readConfig({ NONSENSE: 'x', port: '1' })).toEqual(readConfig({}))
  })
})
