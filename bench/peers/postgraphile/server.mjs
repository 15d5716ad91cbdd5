/**
 * What a team would set up instead: PostGraphile from npm over the same tables, in production mode, as the owner of the
 * tables. It filters and sorts by every column, which its defaults allow only for the first column of an index.
 */
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const { DATABASE_URL: connectionString = '' } = process.env

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString,
      schemas: ['public'],
      poolConfig: { max: 20, application_name: 'postgraphile', options: '-c timezone=UTC' },
    }),
  ],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false, graphqlPath: '/graphql' },
})

const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}/graphql` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
