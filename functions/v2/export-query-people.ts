import { peoplePart, answersOfFound, sharedQuestions } from '../../lib/targeting/files/people-file.js'
import { eventsOfResult, resultToShow, totalFor } from '../../lib/targeting/query-result.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { csvLink, readCsvRequest } from '../../lib/targeting/documents/query-result.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { csvFile } from '../../lib/http/answer.js'
import { events } from '../../lib/app/events.js'
import { queries, results } from '../../lib/app/targeting.js'
import { attendancesOfPeople } from '../../lib/attendances/store/read-attendances.js'
import { attended } from '../../lib/app/attended.js'

/** The people of a result as a file, in parts that fit into an answer. */
export const endpoint = keyEndpoint(
  v2,
  { attended, events, queries, results },
  async ({ attended, events, queries, results, site }, { owner, id, query }) => {
    const { audience, result: wanted, after } = readCsvRequest(query)
    const result = await resultToShow(await queries.find(owner, id()), wanted, results)
    const eventsById = await events.findMany(owner, eventsOfResult(result).include)
    const { csv, next } = await peoplePart(
      {
        read: (from, count) => results.people(owner, result, { audience, from, count }),
        total: totalFor(result, audience),
        eventOf: (event) => eventsById.get(event),
        questions: sharedQuestions(eventsById.values()),
        answersOf: answersOfFound([...eventsById.values()], (...of) => attendancesOfPeople(attended, ...of)),
      },
      after,
    )
    return csvFile(csv, 'people.csv', next === undefined ? undefined : csvLink(site, result, audience, next).href)
  },
)
