import { describe, expect, it } from 'vitest'
import { splitUrl, toEvent, type HttpRequest } from '../../../local/http/payload.js'

const time = new Date('2025-04-14T22:14:51.302Z')

function eventOf(request: Partial<HttpRequest>, pathParameters?: Record<string, string>) {
  const whole = {
    method: 'GET',
    url: '/',
    headers: [],
    body: Buffer.alloc(0),
    remoteAddress: '10.1.2.3',
    ...request,
  }
  const match = { name: 'any', routeKey: 'ANY /x', ...(pathParameters ? { pathParameters } : {}) }
  return toEvent(whole, { match, requestId: 'JCJSViW5PHcESow=', time })
}

describe('an event of payload format 2.0', () => {
  it('is what AWS makes of a request that has everything', () => {
    const body = Buffer.from('{"message":"hello","unicode":"lambda-λ"}')
    const event = toEvent(
      {
        method: 'POST',
        url: '/capture/space%20value?repeat=one&repeat=two&redirect=https%3A%2F%2Fexample.com%2Fa&plus=a+b&more=a%2Bb&empty=',
        headers: [
          ['Host', 'abc123.example.com:3000'],
          ['User-Agent', 'curl/8.7.1'],
          ['Content-Type', 'application/json'],
          ['Cookie', 'session=abc123; theme=dark'],
          ['X-Probe', 'first'],
          ['x-probe', 'second'],
        ],
        body,
        remoteAddress: '68.8.83.18',
      },
      {
        match: { name: 'capture', routeKey: 'POST /capture/{what}', pathParameters: { what: 'space value' } },
        requestId: 'ATfSmjLgPHcESJw=',
        time,
      },
    )
    expect(event).toStrictEqual({
      version: '2.0',
      routeKey: 'POST /capture/{what}',
      rawPath: '/capture/space value',
      rawQueryString: 'repeat=one&repeat=two&redirect=https%3A%2F%2Fexample.com%2Fa&plus=a+b&more=a%2Bb&empty=',
      cookies: ['session=abc123', 'theme=dark'],
      headers: {
        host: 'abc123.example.com:3000',
        'user-agent': 'curl/8.7.1',
        'content-type': 'application/json',
        'x-probe': 'first,second',
        'x-forwarded-for': '68.8.83.18',
        'x-forwarded-port': '3000',
        'x-forwarded-proto': 'http',
      },
      queryStringParameters: {
        repeat: 'one,two',
        redirect: 'https://example.com/a',
        plus: 'a b',
        more: 'a+b',
        empty: '',
      },
      requestContext: {
        accountId: 'local',
        apiId: 'local',
        domainName: 'abc123.example.com',
        domainPrefix: 'abc123',
        http: {
          method: 'POST',
          path: '/capture/space value',
          protocol: 'HTTP/1.1',
          sourceIp: '68.8.83.18',
          userAgent: 'curl/8.7.1',
        },
        requestId: 'ATfSmjLgPHcESJw=',
        routeKey: 'POST /capture/{what}',
        stage: '$default',
        time: '14/Apr/2025:22:14:51 +0000',
        timeEpoch: 1744668891302,
      },
      pathParameters: { what: 'space value' },
      body: '{"message":"hello","unicode":"lambda-λ"}',
      isBase64Encoded: false,
    })
  })

  it('leaves out what a request does not have', () => {
    const event = eventOf({ url: '/x' })
    expect(Object.keys(event)).toEqual([
      'version',
      'routeKey',
      'rawPath',
      'rawQueryString',
      'headers',
      'requestContext',
      'isBase64Encoded',
    ])
    expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false })
    expect(event.requestContext.http.userAgent).toBe('')
  })

  it('joins cookies of several headers and keeps them out of the headers', () => {
    const event = eventOf({
      headers: [
        ['cookie', 'a=1'],
        ['Cookie', 'b=2;c=3'],
      ],
    })
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3'])
    expect(event.headers).not.toHaveProperty('cookie')
  })

  it('takes no header for the cookies that is only called so', () => {
    const event = eventOf({ headers: [['Cookies', 'a=1']] })
    expect(event).not.toHaveProperty('cookies')
    expect(event.headers['cookies']).toBe('a=1')
  })

  it('adds the client to the addresses a proxy has passed on', () => {
    const event = eventOf({ headers: [['x-forwarded-for', '192.0.2.1']] })
    expect(event.headers['x-forwarded-for']).toBe('192.0.2.1, 10.1.2.3')
  })

  it.each([
    ['application/json'],
    ['Application/JSON; charset=utf-8'],
    ['application/xml'],
    ['application/javascript'],
    ['text/plain'],
    ['text/html;charset=utf-8'],
  ])('carries a body of %s as text', (type) => {
    const event = eventOf({ headers: [['content-type', type]], body: Buffer.from('{"a":"ä"}') })
    expect(event).toMatchObject({ body: '{"a":"ä"}', isBase64Encoded: false })
  })

  it.each([
    ['application/hal+json'],
    ['application/vnd.api+json'],
    ['application/x-www-form-urlencoded'],
    ['application/jsonp'],
    ['application/octet-stream'],
    ['image/svg+xml'],
    [''],
  ])('carries a body of "%s" in base64', (type) => {
    const event = eventOf({ headers: type ? [['content-type', type]] : [], body: Buffer.from('{"a":"ä"}') })
    expect(event).toMatchObject({ body: Buffer.from('{"a":"ä"}').toString('base64'), isBase64Encoded: true })
  })

  it('carries bytes that are not UTF-8 in base64, whatever they are called', () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d])
    const event = eventOf({ headers: [['content-type', 'application/json']], body })
    expect(event).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true })
  })

  it('has parameters of any name', () => {
    const event = eventOf({ url: '/x?__proto__=1&constructor=2' })
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })
})

describe('the path of a request', () => {
  it.each([
    ['/plain', '/plain'],
    ['/space%20value', '/space value'],
    ['/unicode-%CE%BB-%E4%B8%96%E7%95%8C', '/unicode-λ-世界'],
    ['/slash%2Fvalue', '/slash/value'],
    ['/hash%23value', '/hash#value'],
    ['/plus+stays', '/plus+stays'],
    ['//double//', '//double//'],
    ['http://proxy.example/absolute?a=b', '/absolute'],
    ['http://proxy.example', '/'],
  ])('%s is %s', (url, path) => {
    expect(splitUrl(url).path).toBe(path)
  })

  it.each([['/bad%zz'], ['/cut%E4%B8'], ['/percent%'], ['/latin%FC']])('stays %s, which cannot be decoded', (url) => {
    expect(splitUrl(url).path).toBe(url)
  })

  it('ends at the first question mark', () => {
    expect(splitUrl('/x?a=1?b=2')).toEqual({ path: '/x', query: 'a=1?b=2' })
  })
})
