import org.openapitools.client.ApiClient;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.model.Event;
import org.openapitools.client.model.EventDraft;

/** openapi-generator, -g java: creates an event, and lists events. */
public class OpenapiGenerator {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(request -> request.header("OSDI-API-Token", args[1]));
    EventsApi api = new EventsApi(client);
    Event event = api.createEvent(new EventDraft().title("Rally").originSystem("Example"), null);
    if (!"Rally".equals(event.getTitle())) throw new Exception("There is no event");
    if (api.listEvents(1, 25, null, null).getEmbedded() == null) throw new Exception("There is no list");
  }
}
