//! Calls every tool of the built server through the typed client, over stdio.

#[path = "../src/mcp/mod.rs"]
#[rustfmt::skip]
mod mcp;

use mcp::Client;
use mcp::tools::get_weather::GetWeatherArgsUnit;
use tokio::process::Command;

/// Starts the server as a process of its own.
fn server() -> Client {
    let server = Command::new(env!("CARGO_BIN_EXE_weather"));
    Client::stdio(server).expect("the server starts")
}

fn lisbon() -> mcp::GetWeatherArgs {
    let mut args = mcp::GetWeatherArgs::new("Lisbon".to_owned());
    args.region = Some("Portugal".to_owned());
    args
}

#[tokio::test]
async fn get_weather_knows_a_month() {
    let mut args = lisbon();
    args.month = Some(7);
    let weather = server().get_weather(args).await.expect("an answer");
    assert_eq!(
        (weather.city.as_str(), weather.region.as_str()),
        ("Lisbon", "Portugal")
    );
    assert_eq!((weather.temperature, weather.rainy_days), (23.1, 1));
}

#[tokio::test]
async fn get_weather_converts_the_mean_of_a_year() {
    let mut args = lisbon();
    args.unit = Some(GetWeatherArgsUnit::Fahrenheit);
    let weather = server().get_weather(args).await.expect("an answer");
    assert_eq!(weather.temperature, 63.4);
}

#[tokio::test]
async fn get_weather_says_what_to_do_about_a_city_that_it_does_not_know() {
    let args = mcp::GetWeatherArgs::new("Atlantis".to_owned());
    let error = server()
        .get_weather(args)
        .await
        .expect_err("there is no such city");
    assert!(error.to_string().contains("list_cities"), "{error}");
}

#[tokio::test]
async fn list_cities_can_be_narrowed_to_a_region() {
    let args = mcp::ListCitiesArgs {
        region: Some("Ontario".to_owned()),
    };
    let found = server().list_cities(args).await.expect("an answer");
    assert_eq!(found.cities.len(), 1);
    assert_eq!(found.cities[0].city, "London");
}
