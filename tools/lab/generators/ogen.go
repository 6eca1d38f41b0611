// ogen: creates an event, and lists events.
package main

import (
	"context"
	"fmt"
	"os"

	"example.org/lab/turnout"
)

type key struct{ value string }

func (k key) OSDIAPIToken(context.Context, turnout.OperationName) (turnout.OSDIAPIToken, error) {
	return turnout.OSDIAPIToken{APIKey: k.value}, nil
}

func main() {
	client, err := turnout.NewClient(os.Args[1], key{os.Args[2]})
	must(err)
	ctx := context.Background()
	draft := &turnout.EventDraft{Title: "Rally", OriginSystem: "Example"}
	created, err := client.CreateEvent(ctx, draft, turnout.CreateEventParams{})
	must(err)
	if _, ok := created.(*turnout.EventHeaders); !ok {
		panic(fmt.Sprintf("%T", created))
	}
	listed, err := client.ListEvents(ctx, turnout.ListEventsParams{})
	must(err)
	if _, ok := listed.(*turnout.EventCollectionHeaders); !ok {
		panic(fmt.Sprintf("%T", listed))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
