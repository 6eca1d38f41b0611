import { open } from '../../lib/endpoint.js'
import { answerByFetch } from '../../lib/http/fetch-handler.js'
import { manageApp } from '../../lib/manage/app.js'
import { type Service, changeLog, owners, partOf, signIns } from '../../lib/service.js'

const app = (service: Service) =>
  manageApp({
    site: service.environment,
    changeLog: partOf(service, changeLog),
    owners: partOf(service, owners),
    signIns: partOf(service, signIns),
  })

/** The organiser's interface: one application, whose pages share sessions, roles and stores. */
export const endpoint = open(undefined, { app }, ({ app, site }, request) =>
  answerByFetch(site.publicUrl, request, (each) => app(each, request.requestContext.requestId)),
)
