import org.openapitools.client.apis.EventsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.EventDraft

/** openapi-generator, -g kotlin: creates an event, and lists events. */
fun main(args: Array<String>) {
    ApiClient.apiKey["OSDI-API-Token"] = args[1]
    val api = EventsApi(basePath = args[0])
    val event = api.createEvent(EventDraft(title = "Rally", originSystem = "Example"))
    check(event.title == "Rally") { "There is no event" }
    check(api.listEvents().totalRecords > 0) { "There is no list" }
}
