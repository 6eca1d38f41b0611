// openapi-generator, -g go: creates an event, lists events, records an RSVP.
package main

import (
	"context"
	"os"
	"strings"

	"example.org/lab/turnout"
)

func main() {
	config := turnout.NewConfiguration()
	config.Servers = turnout.ServerConfigurations{{URL: os.Args[1]}}
	keys := map[string]turnout.APIKey{"OSDI-API-Token": {Key: os.Args[2]}}
	ctx := context.WithValue(context.Background(), turnout.ContextAPIKeys, keys)
	client := turnout.NewAPIClient(config)

	draft := *turnout.NewEventDraft("Example", "Rally")
	event, _, err := client.EventsAPI.CreateEvent(ctx).EventDraft(draft).Execute()
	must(err)
	_, _, err = client.EventsAPI.ListEvents(ctx).Execute()
	must(err)

	address := "cleo@example.org"
	email := turnout.AttendanceHelperPersonEmailAddressesInner{}
	email.SetAddress(address)
	person := turnout.AttendanceHelperPerson{}
	person.SetEmailAddresses([]turnout.AttendanceHelperPersonEmailAddressesInner{email})
	helper := turnout.NewAttendanceHelper(person)
	href := event.Links.Self.Href
	body := turnout.AttendanceHelperOrAttendanceDraft{AttendanceHelper: helper}
	id := href[strings.LastIndex(href, "/")+1:]
	_, _, err = client.AttendancesAPI.CreateAttendance(ctx, id).AttendanceHelperOrAttendanceDraft(body).Execute()
	must(err)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
