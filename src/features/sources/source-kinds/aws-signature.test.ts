import { expect, it } from 'vitest'
import { signAwsRequest } from './aws-signature.ts'

it('a request has the signature of the AWS SDK', () => {
  const url = new URL('https://connect.eu-central-1.amazonaws.com/contacts/a%2Fb/0a1b?x=1%20(2)&a=b')
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const scope = { region: 'eu-central-1', service: 'connect' }
  expect(signAwsRequest(url, { ...key, ...scope }, new Date('2026-11-30T12:00:00.123Z'))).toEqual({
    'x-amz-date': '20261130T120000Z',
    // Of @smithy/signature-v4 5 for the same request.
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261130/eu-central-1/connect/aws4_request, ' +
      'SignedHeaders=host;x-amz-date, ' +
      'Signature=fca59e09762da09e63535e4cd1f65f9793b106102d4f36ddacbbb46ac13ff339',
  })
})
