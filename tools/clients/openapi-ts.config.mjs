/** Settings of the generator of the TypeScript client. `PARLEY_DESCRIPTION` and `PARLEY_CLIENT` name its input and output. */
export default {
  input: process.env.PARLEY_DESCRIPTION,
  output: { path: process.env.PARLEY_CLIENT, indexFile: false, module: { extension: '.ts' } },
  logs: { level: 'error', file: false },
  plugins: [
    '@hey-api/typescript',
    {
      name: '@hey-api/sdk',
      operations: { strategy: 'single', containerName: 'Operations' },
      responseStyle: 'data',
    },
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
}
