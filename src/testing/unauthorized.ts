/** Body of an answer without a key: the fields of the contract, and at SCIM also those of its errors. */
export const unauthorized = (dress?: string) => ({
  ...{ code: 401, message: 'An API key is required.' },
  ...(dress === 'scim'
    ? {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        ...{ detail: 'An API key is required.', status: 401 },
      }
    : {}),
})
