//! What the tools do. This file is yours: it is written once and never again.

use crate::mcp::tools::get_weather::{
    GetWeatherArgsUnit, GetWeatherOutputSky, GetWeatherOutputUnit,
};
use crate::mcp::tools::list_cities::ListCitiesOutputCitiesItem;
use crate::mcp::{self, Context, ToolError};

/// The tools of this server; give it fields for what they share.
#[derive(Clone, Copy, Debug)]
pub struct Tools;

impl mcp::Weather for Tools {
    fn call_rate(&self) -> Option<mcp::Rate> {
        // Each caller has 600 calls a minute; without this function there is no limit.
        Some(mcp::Rate::new(600, std::time::Duration::from_secs(60)))
    }

    async fn get_weather(
        &self,
        args: mcp::GetWeatherArgs,
        _cx: &Context,
    ) -> Result<mcp::GetWeatherOutput, ToolError> {
        let climate = find(&args.city, args.region.as_deref())?;
        let month = args.month.and_then(|month| usize::try_from(month).ok());
        let (celsius, rainy_days) = match month.and_then(|month| month.checked_sub(1)) {
            Some(month) => climate.months().nth(month).unwrap_or_default(),
            None => climate.year(),
        };
        let (temperature, unit) = match args.unit {
            Some(GetWeatherArgsUnit::Fahrenheit) => {
                (celsius * 1.8 + 32.0, GetWeatherOutputUnit::Fahrenheit)
            }
            Some(GetWeatherArgsUnit::Celsius) | None => (celsius, GetWeatherOutputUnit::Celsius),
        };
        Ok(mcp::GetWeatherOutput {
            city: climate.city.to_owned(),
            region: climate.region.to_owned(),
            temperature: (temperature * 10.0).round() / 10.0,
            unit,
            rainy_days: rainy_days.round() as u64,
            sky: match rainy_days {
                ..5.0 => GetWeatherOutputSky::Clear,
                5.0..12.0 => GetWeatherOutputSky::Mixed,
                _ => GetWeatherOutputSky::Overcast,
            },
        })
    }

    async fn list_cities(
        &self,
        args: mcp::ListCitiesArgs,
        _cx: &Context,
    ) -> Result<mcp::ListCitiesOutput, ToolError> {
        let cities = CLIMATES
            .iter()
            .filter(|climate| is_in(climate, args.region.as_deref()));
        let cities = cities.map(|climate| ListCitiesOutputCitiesItem {
            city: climate.city.to_owned(),
            region: climate.region.to_owned(),
        });
        Ok(mcp::ListCitiesOutput {
            cities: cities.collect(),
        })
    }
}

/// A city and its year: mean temperature in degrees Celsius, and days with rain, by month.
struct Climate {
    city: &'static str,
    region: &'static str,
    celsius: [f64; 12],
    rainy_days: [f64; 12],
}

impl Climate {
    fn months(&self) -> impl Iterator<Item = (f64, f64)> {
        self.celsius.into_iter().zip(self.rainy_days)
    }

    fn year(&self) -> (f64, f64) {
        let (celsius, days) = self
            .months()
            .fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
        (celsius / 12.0, days / 12.0)
    }
}

/// The one city that is meant. An error goes to the model as it is: say what would be right.
fn find(city: &str, region: Option<&str>) -> Result<&'static Climate, ToolError> {
    let named = CLIMATES
        .iter()
        .filter(|climate| climate.city.eq_ignore_ascii_case(city.trim()));
    let found: Vec<_> = named.filter(|climate| is_in(climate, region)).collect();
    match found[..] {
        [climate] => Ok(climate),
        [] => Err(ToolError::failed(format!(
            "nothing is known of {city:?}; list_cities has the cities that are known"
        ))),
        _ => {
            let regions: Vec<_> = found.iter().map(|climate| climate.region).collect();
            Err(ToolError::failed(format!(
                "{city:?} is ambiguous: set region to one of {}",
                regions.join(", ")
            )))
        }
    }
}

fn is_in(climate: &Climate, region: Option<&str>) -> bool {
    region.is_none_or(|region| climate.region.eq_ignore_ascii_case(region.trim()))
}

/// Long-term means, rounded.
static CLIMATES: [Climate; 10] = [
    Climate {
        city: "Berlin",
        region: "Germany",
        celsius: [
            1.0, 2.0, 5.0, 10.0, 14.0, 18.0, 20.0, 19.0, 15.0, 10.0, 5.0, 2.0,
        ],
        rainy_days: [
            11.0, 9.0, 9.0, 8.0, 9.0, 9.0, 10.0, 9.0, 8.0, 8.0, 9.0, 11.0,
        ],
    },
    Climate {
        city: "Lisbon",
        region: "Portugal",
        celsius: [
            11.6, 12.7, 14.9, 15.9, 18.0, 21.2, 23.1, 23.5, 22.1, 18.8, 15.0, 12.4,
        ],
        rainy_days: [10.0, 9.0, 8.0, 9.0, 6.0, 2.0, 1.0, 1.0, 3.0, 8.0, 9.0, 10.0],
    },
    Climate {
        city: "London",
        region: "England",
        celsius: [
            5.7, 6.0, 8.1, 10.7, 13.9, 17.0, 19.2, 18.8, 16.1, 12.5, 8.7, 6.1,
        ],
        rainy_days: [
            12.0, 10.0, 9.0, 9.0, 9.0, 8.0, 8.0, 8.0, 8.0, 11.0, 11.0, 11.0,
        ],
    },
    Climate {
        city: "London",
        region: "Ontario",
        celsius: [
            -5.6, -4.9, 0.1, 6.6, 13.3, 18.4, 20.8, 19.8, 16.0, 9.8, 3.5, -2.5,
        ],
        rainy_days: [
            19.0, 15.0, 14.0, 14.0, 13.0, 11.0, 11.0, 11.0, 12.0, 14.0, 16.0, 18.0,
        ],
    },
    Climate {
        city: "Nairobi",
        region: "Kenya",
        celsius: [
            19.0, 20.0, 21.0, 20.0, 19.0, 18.0, 17.0, 18.0, 19.0, 20.0, 19.0, 19.0,
        ],
        rainy_days: [
            4.0, 4.0, 8.0, 15.0, 11.0, 4.0, 3.0, 4.0, 4.0, 7.0, 14.0, 8.0,
        ],
    },
    Climate {
        city: "New York",
        region: "New York",
        celsius: [
            1.0, 2.0, 6.0, 12.0, 17.0, 22.0, 25.0, 24.0, 21.0, 15.0, 9.0, 4.0,
        ],
        rainy_days: [
            11.0, 10.0, 11.0, 11.0, 12.0, 11.0, 11.0, 10.0, 9.0, 9.0, 9.0, 11.0,
        ],
    },
    Climate {
        city: "Reykjavik",
        region: "Iceland",
        celsius: [
            0.0, 1.0, 1.0, 3.0, 7.0, 10.0, 12.0, 11.0, 8.0, 5.0, 2.0, 1.0,
        ],
        rainy_days: [
            14.0, 13.0, 13.0, 12.0, 11.0, 11.0, 11.0, 12.0, 14.0, 14.0, 13.0, 14.0,
        ],
    },
    Climate {
        city: "Singapore",
        region: "Singapore",
        celsius: [
            27.0, 27.0, 28.0, 28.0, 29.0, 29.0, 28.0, 28.0, 28.0, 28.0, 27.0, 27.0,
        ],
        rainy_days: [
            13.0, 8.0, 13.0, 14.0, 14.0, 12.0, 14.0, 14.0, 13.0, 15.0, 18.0, 18.0,
        ],
    },
    Climate {
        city: "Sydney",
        region: "New South Wales",
        celsius: [
            23.0, 23.0, 22.0, 19.0, 16.0, 14.0, 13.0, 14.0, 17.0, 19.0, 20.0, 22.0,
        ],
        rainy_days: [
            11.0, 12.0, 12.0, 11.0, 11.0, 11.0, 10.0, 9.0, 9.0, 11.0, 12.0, 11.0,
        ],
    },
    Climate {
        city: "Tokyo",
        region: "Japan",
        celsius: [
            5.0, 6.0, 9.0, 14.0, 19.0, 22.0, 26.0, 27.0, 23.0, 18.0, 13.0, 8.0,
        ],
        rainy_days: [
            5.0, 7.0, 10.0, 11.0, 11.0, 12.0, 12.0, 9.0, 12.0, 11.0, 8.0, 5.0,
        ],
    },
];
